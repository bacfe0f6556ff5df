import type { DecodedItem } from '../abi/contracts.ts'
import type { Decoded } from '../abi/decode.ts'
import { AddressLink } from './links.tsx'

/** The name of a function, event or error with its parameters. */
export const DecodedCall = ({ decoded: { item, parameters } }: { readonly decoded: DecodedItem }) => (
  <div class="decoded">
    <strong class="mono">{item.name}</strong>
    <DecodedValues values={parameters} />
  </div>
)

const maximumShown = 100

export function DecodedValues({ values }: { readonly values: readonly Decoded[] }) {
  if (values.length === 0) return null
  return (
    <ul class="values">
      {values.slice(0, maximumShown).map((value, index) => (
        <li key={`${index} ${value.name}`}>
          <span class="value-name">
            {value.name || index} <small>{value.type}</small>
          </span>
          <ValueText value={value} />
        </li>
      ))}
      {values.length > maximumShown && <li>… {values.length - maximumShown} more</li>}
    </ul>
  )
}

const maximumTextLength = 4000

function ValueText({ value: { type, text, parts } }: { readonly value: Decoded }) {
  if (parts !== undefined) return parts.length === 0 ? <em>empty</em> : <DecodedValues values={parts} />
  if (type === 'address' && text !== undefined) return <AddressLink value={text} />
  const shown = text ?? ''
  return (
    <span class="mono value">
      {shown.length > maximumTextLength ? `${shown.slice(0, maximumTextLength)}…` : shown}
    </span>
  )
}
