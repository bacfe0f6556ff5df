import { useState } from 'preact/hooks'
import { isRefused, setToken } from '../admin/token.ts'

/** Asks for the token that the node printed at its start, or that its operator has set. */
export function TokenForm() {
  const [text, setText] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    setToken(text.trim())
  }
  return (
    <form class="panel narrow" onSubmit={submit}>
      <h1>Log in</h1>
      <p>
        The token is the setting <code>admin-token</code>; without it the node prints one when it starts. It
        stays in this browser tab.
      </p>
      <label>
        Token
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {isRefused.value && (
        <p class="failure" role="alert">
          The node refuses this token.
        </p>
      )}
      <button type="submit">Log in</button>
    </form>
  )
}
