import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { messageOf } from '../../../shared/rpc/rpcError.ts'

interface ActionProps {
  readonly label: string
  /** Resolves to a sentence about what the action did. */
  readonly run: () => Promise<string>
  readonly children?: ComponentChildren
}

/** Fields with a button that changes the chain, and the outcome. */
export function Action({ label, run, children }: ActionProps) {
  const [outcome, setOutcome] = useState<{ text: string; isProblem: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setOutcome(
      await run().then(
        (text) => ({ text, isProblem: false }),
        (error: unknown) => ({ text: messageOf(error), isProblem: true }),
      ),
    )
    setBusy(false)
  }
  return (
    <form class="row" onSubmit={submit}>
      {children}
      <button type="submit" disabled={isBusy}>
        {label}
      </button>
      <p role="status" class={outcome?.isProblem ? 'failure' : 'outcome'}>
        {outcome?.text ?? ''}
      </p>
    </form>
  )
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Field = ({ label, value, onChange }: FieldProps) => (
  <label>
    {label}
    <input
      spellcheck={false}
      autocomplete="off"
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
)
