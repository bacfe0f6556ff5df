import { useState } from 'preact/hooks'

interface ConfirmedButtonProps {
  readonly name: string
  readonly onConfirm: () => void
}

/** A button for an action that cannot be undone: a second button confirms it. */
export function ConfirmedButton({ name, onConfirm }: ConfirmedButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <button type="button" class="quiet" onClick={() => setAsking(true)}>
        {name}
      </button>
    )
  }
  return (
    <>
      <button type="button" onClick={onConfirm}>
        {name} permanently
      </button>
      <button type="button" class="quiet" onClick={() => setAsking(false)}>
        Cancel
      </button>
    </>
  )
}
