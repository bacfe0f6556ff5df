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
      <span aria-hidden="true">{isCopied ? '✓' : '⧉'}</span>
      <span class="unseen" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
