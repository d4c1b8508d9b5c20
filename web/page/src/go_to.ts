/** For a link to a section of the page: goes there, and moves the keyboard's focus with it. */
export function go_to(id: string) {
  return (event: Event) => {
    // The address carries the state, so it must not become "#id".
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  };
}
