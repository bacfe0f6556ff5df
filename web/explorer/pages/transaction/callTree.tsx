import { useState } from 'preact/hooks'
import { contractAt, decodeInput } from '../../../shared/abi/contracts.ts'
import { revertReason } from '../../../shared/abi/revertReason.ts'
import { grouped, integerOf, rbtc } from '../../../shared/format/quantity.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'

/** A call as the node's `callTracer` tells it. */
interface CallFrame {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: string
  readonly gasUsed?: string
  readonly input?: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly CallFrame[]
}

const loadTree = (hash: string) =>
  call<CallFrame | null>('debug_traceTransaction', hash, { tracer: 'callTracer' })

/** Every call of a transaction, with the reasons of those that failed. */
export function CallTree({ hash }: { readonly hash: string }) {
  const loaded = useLoaded(() => loadTree(hash), `calls ${hash}`)
  return (
    <LoadedPart loaded={loaded} what="Executing the transaction again">
      {(root) =>
        root === null ? (
          <Empty>The node cannot trace this transaction.</Empty>
        ) : (
          <ul class="tree">
            <Frame frame={root} depth={0} />
          </ul>
        )
      }
    </LoadedPart>
  )
}

const callsAtFirst = 50

function Frame({ frame, depth }: { readonly frame: CallFrame; readonly depth: number }) {
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
        {to !== undefined && <AddressLink value={to} label={contractAt(to)?.name} />}
        <strong class="mono">{name}</strong>
        {integerOf(value) > 0n && <span>{rbtc(integerOf(value))}</span>}
        <small>{grouped(integerOf(gasUsed))} gas</small>
        {error !== undefined && <FrameError frame={frame} />}
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
            <Frame key={`${index} ${inner.type}`} frame={inner} depth={depth + 1} />
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

function FrameError({
  frame: { error = '', to, output, revertReason: given },
}: {
  readonly frame: CallFrame
}) {
  const reason = revertReason(to ?? null, output) || given || ''
  return (
    <span class="reason" role="note">
      {error}
      {reason !== '' && reason !== error && `: ${reason}`}
    </span>
  )
}
