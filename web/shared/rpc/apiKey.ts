import { signal } from '@preact/signals'
import { storedText, storeText } from '../storage/storedText.ts'

const storedName = 'cambium.key'

/** Kept for the session of the browser tab, and sent in a header only: an address would be logged on its way. */
export const apiKey = signal(storedText('sessionStorage', storedName))

export function setApiKey(key: string): void {
  apiKey.value = key
  storeText('sessionStorage', storedName, key)
}
