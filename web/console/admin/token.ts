import { signal } from '@preact/signals'

const storedName = 'cambium.adminToken'

/** The token of the admin API; empty before the login. It stays in this tab. */
export const token = signal(storedToken())
/** Whether the node refused the token. */
export const isRefused = signal(false)

function storedToken(): string {
  try {
    return sessionStorage.getItem(storedName) ?? ''
  } catch {
    // Some settings of browsers forbid storage.
    return ''
  }
}

export function setToken(text: string): void {
  token.value = text
  isRefused.value = false
  try {
    if (text === '') sessionStorage.removeItem(storedName)
    else sessionStorage.setItem(storedName, text)
  } catch {
    // The token lasts as long as the page.
  }
}
