// The tabs of a page: one panel is shown at a time, and the arrow keys switch tabs.

const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
/** @type {(name: string) => void} */
let told = () => {};

/** @param {(name: string) => void} onOpen called with the name of a panel that was opened */
export function watchTabs(onOpen) {
  told = onOpen;
  for (const tab of tabs()) {
    tab.addEventListener('click', (event) => {
      openTab(nameOf(tab));
      // Arrow keys step through the moves again after a click; readers who came with the keyboard stay among the tabs.
      if (event.detail) tab.blur();
    });
  }
  document.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const all = tabs();
    const at = all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key];
    if (goal === undefined) return;
    event.preventDefault();
    const tab = all[(goal + all.length) % all.length];
    openTab(nameOf(tab));
    tab.focus();
  });
}

/** @param {string} name */
export function openTab(name) {
  for (const tab of tabs()) {
    const open = nameOf(tab) === name;
    tab.setAttribute('aria-selected', String(open));
    tab.tabIndex = open ? 0 : -1;
    const panel = document.getElementById(`panel-${nameOf(tab)}`);
    if (panel) panel.hidden = !open;
  }
  told(name);
}

/** @param {HTMLElement} tab */
const nameOf = (tab) => tab.id.replace('tab-', '');
