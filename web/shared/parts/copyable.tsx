import { useState } from 'preact/hooks'

/** A button that copies a text. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    const done = () => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    }
    navigator.clipboard?.writeText(text).then(done, () => {})
  }
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`Copy ${name}`} title={`Copy ${name}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={isCopied ? 'M3 8.5 6.5 12 13 4.5' : 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'} />
      </svg>
      <span class="unseen" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
