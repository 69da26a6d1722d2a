const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function bytes(count) {
  if (count === null || count === undefined) {
    return '–';
  }
  let unit = 0;
  let value = count;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

export function rate(perSecond) {
  return perSecond === null || perSecond === undefined ? 'unlimited' : `${bytes(perSecond)}/s`;
}

export function seconds(count) {
  if (count === null || count === undefined) {
    return '–';
  }
  if (count < 10) {
    return `${count.toFixed(1)} s`;
  }
  if (count < 120) {
    return `${Math.round(count)} s`;
  }
  const minutes = Math.round(count / 60);
  return minutes < 120 ? `${minutes} min` : minutes < 2880
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.round(minutes / 1440)} days`;
}

export function ago(instant) {
  return instant ? unbroken(`${seconds(Math.max(0, (Date.now() - Date.parse(instant)) / 1000))} ago`) : '–';
}

function unbroken(text) {
  return text.replaceAll(' ', '\u00a0');
}

/** Begins with a capital letter. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function ahead(instant) {
  const left = (Date.parse(instant) - Date.now()) / 1000;
  return unbroken(left < 0 ? `${seconds(-left)} ago` : `in ${seconds(left)}`);
}

export function time(instant) {
  return instant ? new Date(instant).toLocaleString() : '–';
}

/** A day. */
export function until(instant) {
  return new Date(instant).toLocaleDateString(undefined, {year: 'numeric', month: 'short', day: 'numeric'});
}

export function percent(part, whole) {
  return whole > 0 ? Math.min(100, 100 * part / whole) : 0;
}

/** In words: PULLING becomes pulling, AT_CEILING becomes at ceiling. */
export function words(name) {
  return name.toLowerCase().replaceAll('_', ' ');
}

export function short(id) {
  return id.length > 13 ? id.slice(-8) : id;
}
