import { signal } from '@preact/signals'

/** Milliseconds since 1970, renewed each second for the texts that show how long ago something was. */
export const now = signal(Date.now())

setInterval(() => {
  if (document.visibilityState !== 'hidden') now.value = Date.now()
}, 1000)
