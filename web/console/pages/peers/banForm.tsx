import { useState } from 'preact/hooks'
import { Empty } from '../../../shared/parts/notices.tsx'

interface BanFormProps {
  readonly banned: readonly string[]
  readonly onBan: (address: string) => void
  readonly onLift: (address: string) => void
}

export function BanForm({ banned, onBan, onLift }: BanFormProps) {
  const [address, setAddress] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onBan(address.trim())
    setAddress('')
  }
  return (
    <>
      {banned.length === 0 && <Empty>No address is banned.</Empty>}
      <ul>
        {banned.map((each) => (
          <li key={each}>
            <span class="mono">{each}</span>{' '}
            <button type="button" class="quiet" onClick={() => onLift(each)}>
              Lift
            </button>
          </li>
        ))}
      </ul>
      <form class="controls" onSubmit={submit}>
        <label>
          Address, or a block such as 10.0.0.0/8
          <input
            required
            spellcheck={false}
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
        </label>
        <button type="submit">Ban</button>
      </form>
    </>
  )
}
