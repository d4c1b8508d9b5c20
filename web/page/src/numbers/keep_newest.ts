/** Returns the function, computed again only when an argument is another than at the last call: recipes of one message share the result. */
export function keep_newest<Given extends readonly unknown[], Result>(work: (...given: Given) => Result): (...given: Given) => Result {
  let newest: { readonly given: Given; readonly result: Result } | undefined;
  return (...given) => {
    if (!newest?.given.every((value, index) => value === given[index])) newest = { given, result: work(...given) };
    return newest.result;
  };
}
