import { useState } from 'preact/hooks'
import { textOf } from '../../../shared/abi/decode.ts'
import { toQuantity } from '../../../shared/format/quantity.ts'
import { Failure } from '../../../shared/parts/notices.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { type KeyType, keyTypes, mappingSlot, parseSlot } from './storageSlot.ts'

interface ReadCell {
  readonly label: string
  readonly slot: Hex
  readonly value: Hex
}

const maximumCells = 100

/** Reads cells of a contract's storage by slot, or by the key of a mapping. */
export function StorageReader({ address }: { readonly address: Hex }) {
  const [slotText, setSlotText] = useState('0')
  const [key, setKey] = useState('')
  const [keyType, setKeyType] = useState<KeyType>('address')
  const [cells, setCells] = useState<readonly ReadCell[]>([])
  const [problem, setProblem] = useState<unknown>()
  const read = async (event: Event) => {
    event.preventDefault()
    try {
      const base = parseSlot(slotText)
      if (base === undefined) throw new Error('The slot must be a whole number below 2^256, decimal or hex.')
      const slot = toQuantity(key === '' ? base : mappingSlot(base, key, keyType))
      const value = await call<Hex>('eth_getStorageAt', address, slot, 'latest')
      const label = key === '' ? `slot ${base}` : `slot ${base}[${key}]`
      setCells([{ label, slot, value }, ...cells].slice(0, maximumCells))
      setProblem(undefined)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <>
      <form class="row" onSubmit={read}>
        <label>
          Slot
          <input value={slotText} onInput={({ currentTarget }) => setSlotText(currentTarget.value)} />
        </label>
        <label>
          Key, for a mapping
          <input
            spellcheck={false}
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <label>
          Type of the key
          <select
            value={keyType}
            onChange={({ currentTarget }) =>
              setKeyType(keyTypes.find((type) => type === currentTarget.value) ?? 'address')
            }
          >
            {keyTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
        <button type="submit">Read</button>
      </form>
      {problem !== undefined && <Failure error={problem} />}
      <ul class="changes" aria-live="polite">
        {cells.map(({ label, slot, value }, index) => (
          <li key={`${cells.length - index} ${slot}`}>
            <header>
              {label} {label !== `slot ${BigInt(slot)}` && <small class="hex">{slot}</small>}
            </header>
            <span class="hex">{value}</span>
            <small>
              {String(BigInt(value))} {shortText(value)}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The text of a short string in the layout of Solidity: up to 31 bytes, then twice their number. */
function shortText(value: Hex): string {
  const length = Number.parseInt(value.slice(-2), 16)
  const isShort = value.length === 66 && length % 2 === 0 && length > 0 && length <= 62
  const digits = value.slice(2, 2 + length)
  return isShort && /^(?:0[9ad]|[2-7].|[c-f].|[89ab].)+$/.test(digits) ? `“${textOf(digits)}”` : ''
}
