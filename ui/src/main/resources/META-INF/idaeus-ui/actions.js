// Changes that a person asks for: a question first, then what the sidecar said.

import {change} from './api.js';
import {announce, h} from './dom.js';

/**
 * Asks before it changes something.
 *
 * @param question {title, text, button, input?: {label, type, value, hint}}
 * @param make called with what was typed; gives {method, path, body}
 */
export function ask(store, sidecar, question, make) {
  const dialog = document.getElementById('dialog');
  const outcome = h('p', {class: 'problem', role: 'alert'});
  const input = question.input && h('input',
    {id: 'dialog-input', type: 'text', value: question.input.value ?? '', autocomplete: 'off', spellcheck: 'false'});
  const button = h('button', {type: 'submit', class: 'main'}, question.button);
  const form = h('form', {
    method: 'dialog',
    onsubmit: async event => {
      event.preventDefault();
      button.disabled = true;
      outcome.textContent = '';
      try {
        const {method, path, body} = make(input?.value.trim());
        await change(sidecar, method, path, body);
        dialog.close();
        announce(`${question.title}: done`);
        store.stale(sidecar, '/v1/');
      } catch (refusal) {
        outcome.textContent = refusal.title ? `${refusal.title}. ${refusal.message}` : refusal.message;
      } finally {
        button.disabled = false;
      }
    },
  },
  h('h2', {id: 'dialog-title'}, question.title),
  [question.text].flat().map(text => typeof text === 'string' ? h('p', {}, text) : text),
  input && h('p', {}, h('label', {for: 'dialog-input'}, question.input.label), input,
    question.input.hint && h('small', {}, question.input.hint)),
  outcome,
  h('p', {class: 'buttons'}, button, h('button', {type: 'button', onclick: () => dialog.close()}, 'Back')));
  dialog.replaceChildren(form);
  dialog.showModal();
}

/** 64 MiB/s and the like, in bytes a second; nothing for no limit. */
export function parseRate(text) {
  if (!text) {
    return null;
  }
  const match = /^(\d+)\s*(KiB|MiB|GiB)(\/s)?$/i.exec(text);
  if (!match) {
    throw new Error(`A rate is a whole number of KiB/s, MiB/s or GiB/s (found: ${text}).`);
  }
  return Number(match[1]) * 1024 ** (1 + ['kib', 'mib', 'gib'].indexOf(match[2].toLowerCase()));
}
