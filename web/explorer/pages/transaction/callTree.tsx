import { useState } from 'preact/hooks'
import { decodeInput, nameOf } from '../../../shared/abi/contracts.ts'
import { grouped, integerOf } from '../../../shared/format/quantity.ts'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { type CallFrame, failureOf, failurePlace, loadCalls } from './callFrame.ts'

/** Every call of a transaction, with the reasons of those that failed. */
export function CallTree({ hash }: { readonly hash: string }) {
  const loaded = useLoaded(() => loadCalls(hash), `calls ${hash}`)
  return (
    <LoadedPart loaded={loaded} what="Executing the transaction again">
      {(root) =>
        root === null ? (
          <Empty>The node cannot trace this transaction.</Empty>
        ) : (
          <ul class="tree">
            <Frame frame={root} origin={root.error === undefined ? undefined : failurePlace(root).frame} />
          </ul>
        )
      }
    </LoadedPart>
  )
}

const callsAtFirst = 50

interface FrameProps {
  readonly frame: CallFrame
  /** The call where the failure of the transaction began. */
  readonly origin: CallFrame | undefined
}

function Frame({ frame, origin }: FrameProps) {
  const { type, to, value, gasUsed, input = '0x', output = '0x', error, calls = [] } = frame
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState(callsAtFirst)
  const decoded = to !== undefined && !type.startsWith('CREATE') ? decodeInput(to, input) : undefined
  const name =
    decoded?.item.name ?? (input === '0x' ? '' : type.startsWith('CREATE') ? 'new' : input.slice(0, 10))
  return (
    <li class={error === undefined ? 'frame' : 'frame failed'}>
      <div class="frame-line">
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="badge">{type}</span>
        </button>
        {to !== undefined && <AddressLink value={to} label={nameOf(to)} />}
        <strong class="mono">{name}</strong>
        {integerOf(value) > 0n && <Rbtc wei={integerOf(value)} />}
        <small>{grouped(integerOf(gasUsed))} gas</small>
        {error !== undefined && <FrameError frame={frame} />}
        {frame === origin && <span class="badge bad">failed here</span>}
      </div>
      {isOpen && (
        <div class="frame-details">
          {decoded !== undefined && <DecodedCall decoded={decoded} />}
          <h3>Input</h3>
          <BytesText data={input} name="input" />
          <h3>Output</h3>
          <BytesText data={output} name="output" />
        </div>
      )}
      {calls.length > 0 && (
        <ul>
          {calls.slice(0, shown).map((inner, index) => (
            <Frame key={`${index} ${inner.type}`} frame={inner} origin={origin} />
          ))}
          {calls.length > shown && (
            <li>
              <button type="button" onClick={() => setShown(shown + 200)}>
                Show more of {calls.length} calls
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function FrameError({ frame }: { readonly frame: CallFrame }) {
  const { error = '' } = frame
  const reason = failureOf(frame)
  return (
    <span class="reason" role="note">
      {error}
      {reason !== error && `: ${reason}`}
    </span>
  )
}
