import { signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const storedName = 'cambium.theme'
const order: readonly Theme[] = ['system', 'light', 'dark']

export const theme = signal<Theme>(storedTheme())

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storedName)
    return order.find((name) => name === stored) ?? 'system'
  } catch {
    // Some settings of browsers forbid storage.
    return 'system'
  }
}

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
  try {
    localStorage.setItem(storedName, theme.value)
  } catch {
    // The theme lasts as long as the page.
  }
}
