import { signal } from '@preact/signals'
import { storedText, storeText } from '../../shared/storage/storedText.ts'

const storedName = 'cambium.adminToken'

/** The token of the admin API; empty before the login. It stays in this tab. */
export const token = signal(storedText('sessionStorage', storedName))
/** Whether the node refused the token. */
export const isRefused = signal(false)

export function setToken(text: string): void {
  token.value = text
  isRefused.value = false
  storeText('sessionStorage', storedName, text)
}
