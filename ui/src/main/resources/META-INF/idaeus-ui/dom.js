// Elements are made by h(), and morph() makes what stands on the page equal to what was made: the focus, what is typed
// and the scroll position stay, because elements that are still wanted are kept.

const SVG = 'http://www.w3.org/2000/svg';

export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  element.listeners = {};
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name.startsWith('on')) {
      element.listeners[name.slice(2)] = value;
    } else if (name === 'key') {
      element.key = value;
    } else if (name === 'mounted') {
      element.mounted = value;
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  for (const name of Object.keys(element.listeners)) {
    element.addEventListener(name, event => element.listeners[name]?.(event));
    (element.listening ??= new Set()).add(name);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes the children of an element equal to those wanted. */
export function morph(parent, wanted) {
  wanted = [wanted].flat(Infinity).filter(Boolean);
  let present = parent.firstChild;
  for (const node of wanted) {
    if (present && alike(present, node)) {
      update(present, node);
      present = present.nextSibling;
    } else {
      const moved = later(present, node);
      if (moved) {
        parent.insertBefore(moved, present);
        update(moved, node);
      } else {
        parent.insertBefore(node, present);
        mount(node);
      }
    }
  }
  while (present) {
    const next = present.nextSibling;
    present.remove();
    present = next;
  }
}

function later(from, node) {
  if (node.key === undefined) {
    return null;
  }
  for (let sibling = from; sibling; sibling = sibling.nextSibling) {
    if (alike(sibling, node)) {
      return sibling;
    }
  }
  return null;
}

function alike(present, wanted) {
  return present.nodeType === wanted.nodeType && present.nodeName === wanted.nodeName && present.key === wanted.key;
}

function update(present, wanted) {
  if (present.nodeType !== Node.ELEMENT_NODE) {
    if (present.data !== wanted.data) {
      present.data = wanted.data;
    }
    return;
  }
  for (const {name} of [...present.attributes]) {
    // A detail that was opened stays open.
    if (!wanted.hasAttribute(name) && !(present.nodeName === 'DETAILS' && name === 'open') && name !== 'style') {
      present.removeAttribute(name);
    }
  }
  for (const {name, value} of [...wanted.attributes]) {
    if (present.getAttribute(name) !== value && !(present.nodeName === 'DETAILS' && name === 'open')) {
      present.setAttribute(name, value);
    }
  }
  present.listeners ??= {};
  for (const [name, listener] of Object.entries(wanted.listeners ?? {})) {
    present.listeners[name] = listener;
    if (!(present.listening ??= new Set()).has(name)) {
      present.listening.add(name);
      present.addEventListener(name, event => present.listeners[name]?.(event));
    }
  }
  for (const name of Object.keys(present.listeners)) {
    if (!wanted.listeners?.[name]) {
      delete present.listeners[name];
    }
  }
  if (wanted.mounted) {
    // An element that a script of its own draws is drawn again by that script, with what is wanted now.
    wanted.mounted(present);
    return;
  }
  morph(present, [...wanted.childNodes]);
}

function mount(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    return;
  }
  node.mounted?.(node);
  for (const child of node.children) {
    mount(child);
  }
}

/** A table with a caption for screen readers. Cells are texts or elements; a column that begins with > is of numbers. */
export function table(caption, columns, rows, none = 'None.') {
  if (rows.length === 0) {
    return h('p', {class: 'none'}, none);
  }
  const classes = columns.map(column => column.startsWith('>') ? 'number' : '');
  return h('div', {class: 'wide', role: 'region', 'aria-label': caption, tabindex: '0'},
    h('table', {},
      h('caption', {class: 'unseen'}, caption),
      h('thead', {}, h('tr', {}, columns.map((column, i) =>
        h('th', {scope: 'col', class: classes[i]}, column.replace(/^>/, ''))))),
      h('tbody', {}, rows.map(row => h('tr', {key: row.key, class: row.class ?? ''},
        (row.cells ?? row).map((cell, i) => i === 0
          ? h('th', {scope: 'row'}, cell)
          : h('td', {class: classes[i]}, cell)))))));
}

/** Says it to screen readers, once. */
export function announce(text) {
  document.getElementById('announcements').textContent = text;
}
