/** A union of intervals of whole numbers, from a first one to before a last one. */
export class Intervals {
  /** Disjoint, in ascending order. */
  #parts: (readonly [begin: number, end: number])[] = [];

  add(begin: number, end: number): void {
    if (begin >= end) return;
    const touching = this.#parts.filter((part) => part[0] <= end && part[1] >= begin);
    const joined = [
      Math.min(begin, ...touching.map((part) => part[0])),
      Math.max(end, ...touching.map((part) => part[1])),
    ] as const;
    this.#parts = [...this.#parts.filter((part) => !touching.includes(part)), joined].sort(
      (a, b) => a[0] - b[0],
    );
  }

  get length(): number {
    return this.#parts.reduce((sum, [begin, end]) => sum + end - begin, 0);
  }
}
