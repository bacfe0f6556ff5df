import { useState } from 'preact/hooks'
import type { Key } from '../../admin/answers.ts'
import { fieldsOf, grantsOf, type KeyFields } from './keyFields.ts'

interface KeyFormProps {
  /** Undefined for a new key. */
  readonly edited: Key | undefined
  readonly onSave: (grants: object) => void
  readonly onCancel: () => void
}

const fields: readonly { readonly name: keyof KeyFields; readonly title: string; readonly hint: string }[] = [
  { name: 'label', title: 'Label', hint: 'for people, shown in lists' },
  { name: 'unitsPerSecond', title: 'Units a second', hint: 'empty: unlimited' },
  { name: 'burst', title: 'Units at once', hint: 'empty: ten seconds of units' },
  { name: 'dailyUnits', title: 'Units a day', hint: 'empty: unlimited' },
  { name: 'networks', title: 'Networks', hint: 'names with commas; empty: all' },
  { name: 'methods', title: 'Modules and methods', hint: 'eth, net_version; empty: all' },
  { name: 'origins', title: 'Origins of web pages', hint: 'https://app.example; empty: all' },
]

export function KeyForm({ edited, onSave, onCancel }: KeyFormProps) {
  const [values, setValues] = useState(() => fieldsOf(edited))
  const submit = (event: Event) => {
    event.preventDefault()
    onSave(grantsOf(values, edited !== undefined))
  }
  return (
    <form onSubmit={submit}>
      <div class="fields">
        {fields.map(({ name, title, hint }) => (
          <label key={name}>
            {title}
            <input
              name={name}
              placeholder={hint}
              autocomplete="off"
              required={name === 'label'}
              value={values[name]}
              onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
      <p class="controls">
        <button type="submit">{edited === undefined ? 'Create the key' : 'Save'}</button>
        {edited !== undefined && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}
