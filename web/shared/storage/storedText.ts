/* Some settings of browsers forbid storage: even its name throws then, and a text lasts as long as the page. */

type Kind = 'localStorage' | 'sessionStorage'

/** Empty when no text is stored. */
export function storedText(kind: Kind, name: string): string {
  try {
    return window[kind].getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** An empty text removes the stored one. */
export function storeText(kind: Kind, name: string, text: string): void {
  try {
    if (text === '') window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {}
}
