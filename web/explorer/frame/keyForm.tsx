import { useState } from 'preact/hooks'
import { apiKey, setApiKey } from '../../shared/rpc/apiKey.ts'

/** Asks for the API key that the node requires. */
export function KeyForm() {
  const [text, setText] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    setApiKey(text.trim())
  }
  return (
    <form class="panel narrow" onSubmit={submit}>
      <h1>API key</h1>
      <p>
        This node answers with an API key only. The key stays in this browser tab, and is sent to this node in
        a header.
      </p>
      <label>
        Key
        <input
          type="password"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {apiKey.value !== '' && <p class="failure">The node refuses this key.</p>}
      <button type="submit">Use the key</button>
    </form>
  )
}
