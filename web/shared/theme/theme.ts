import { signal } from '@preact/signals'
import { storedText, storeText } from '../storage/storedText.ts'

export type Theme = 'system' | 'light' | 'dark'

const storedName = 'cambium.theme'
const order: readonly Theme[] = ['system', 'light', 'dark']

const stored = storedText('localStorage', storedName)

export const theme = signal<Theme>(order.find((name) => name === stored) ?? 'system')

/** `system` leaves the choice to the browser's `color-scheme`. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme.value === 'system') delete dataset['theme']
  else dataset['theme'] = theme.value
}

/** Takes the next theme and keeps it for later visits. */
export function toggleTheme(): void {
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system'
  applyTheme()
  storeText('localStorage', storedName, theme.value)
}
