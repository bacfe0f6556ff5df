import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface SecretFormProps {
  readonly title: string
  /** What the secret is, and where it stays. */
  readonly children: ComponentChildren
  readonly label: string
  readonly action: string
  /** Why the last secret was not accepted. */
  readonly problem: string | undefined
  readonly onSecret: (secret: string) => void
}

/** Asks for a secret that the node requires. */
export function SecretForm({ title, children, label, action, problem, onSecret }: SecretFormProps) {
  const [text, setText] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onSecret(text.trim())
  }
  return (
    <form class="panel narrow" onSubmit={submit}>
      <h1>{title}</h1>
      <p>{children}</p>
      <label>
        {label}
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {problem !== undefined && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">{action}</button>
    </form>
  )
}
