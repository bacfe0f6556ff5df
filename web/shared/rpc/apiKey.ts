import { signal } from '@preact/signals'

const storedName = 'cambium.key'

/** Kept for the session of the browser tab, and sent in a header only: an address would be logged on its way. */
export const apiKey = signal(storedKey())

function storedKey(): string {
  try {
    return sessionStorage.getItem(storedName) ?? ''
  } catch {
    return ''
  }
}

export function setApiKey(key: string): void {
  apiKey.value = key
  try {
    sessionStorage.setItem(storedName, key)
  } catch {
    // The key lasts as long as the page.
  }
}
