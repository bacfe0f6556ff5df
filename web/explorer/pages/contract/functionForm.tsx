import { useState } from 'preact/hooks'
import type { AbiItem } from '../../../shared/abi/abiType.ts'
import { type Decoded, decodeParameters } from '../../../shared/abi/decode.ts'
import { encodeCall } from '../../../shared/abi/encode.ts'
import { revertReason } from '../../../shared/abi/revertReason.ts'
import { canonicalType } from '../../../shared/abi/signature.ts'
import { parseDecimal, toQuantity } from '../../../shared/format/quantity.ts'
import { DecodedValues } from '../../../shared/parts/decodedValues.tsx'
import { TransactionLink } from '../../../shared/parts/links.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { messageOf, RpcError } from '../../../shared/rpc/rpcError.ts'
import { ParameterFields } from './parameterFields.tsx'
import { signer } from './signerChoice.tsx'

interface FunctionFormProps {
  readonly address: Hex
  readonly item: AbiItem
  readonly mode: 'read' | 'write'
}

type Outcome =
  | { readonly kind: 'values'; readonly values: readonly Decoded[] }
  | { readonly kind: 'sent'; readonly hash: Hex }
  | { readonly kind: 'problem'; readonly problem: string }

/** A function of a contract with a field for each parameter. */
export function FunctionForm({ address, item, mode }: FunctionFormProps) {
  const inputs = item.inputs ?? []
  const [texts, setTexts] = useState<readonly string[]>(inputs.map(() => ''))
  const [value, setValue] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  const isPayable = item.stateMutability === 'payable'
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    const work = mode === 'read' ? read(address, item, texts) : write(address, item, texts, value)
    setOutcome(
      await work.catch(
        (error: unknown): Outcome => ({ kind: 'problem', problem: problemOf(error, address) }),
      ),
    )
    setBusy(false)
  }
  return (
    <details class="function">
      <summary>
        <strong class="mono">{item.name}</strong> <small>{inputs.map(canonicalType).join(', ')}</small>
        {isPayable && <span class="badge">payable</span>}
      </summary>
      <form onSubmit={submit}>
        <ParameterFields parameters={inputs} texts={texts} onChange={setTexts} />
        {isPayable && (
          <label>
            Value in RBTC
            <input
              inputMode="decimal"
              value={value}
              onInput={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </label>
        )}
        <button type="submit" disabled={isBusy}>
          {mode === 'read' ? 'Read' : 'Write'}
        </button>
      </form>
      <div role="status">{outcome !== undefined && <OutcomePart outcome={outcome} />}</div>
    </details>
  )
}

function OutcomePart({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'problem') return <p class="failure">{outcome.problem}</p>
  if (outcome.kind === 'sent') {
    return (
      <p>
        Sent: <TransactionLink value={outcome.hash} whole />
      </p>
    )
  }
  return outcome.values.length === 0 ? <em>no result</em> : <DecodedValues values={outcome.values} />
}

async function read(address: Hex, item: AbiItem, texts: readonly string[]): Promise<Outcome> {
  const result = await call<Hex>('eth_call', { to: address, data: encodeCall(item, texts) }, 'latest')
  if (result === '0x' && (item.outputs?.length ?? 0) > 0) {
    return {
      kind: 'problem',
      problem: 'The contract answered nothing: is there code at this address, with this function?',
    }
  }
  return { kind: 'values', values: decodeParameters(item.outputs ?? [], result) }
}

async function write(address: Hex, item: AbiItem, texts: readonly string[], value: string): Promise<Outcome> {
  const sender = signer.value
  if (sender === undefined) throw new Error('There is no account to sign with: connect a wallet.')
  const wei = value.trim() === '' ? 0n : parseDecimal(value, 18)
  if (wei === undefined) throw new Error('The value must be a number such as 0.5.')
  const transaction = { to: address, data: encodeCall(item, texts), value: toQuantity(wei) }
  const gas = await gasFor({ from: sender.address, ...transaction })
  return { kind: 'sent', hash: await sender.send({ ...transaction, gas }) }
}

/** A call whose estimate fails is sent with this gas, so that the user can look at its trace. */
const failingGas = 1_000_000n

async function gasFor(transaction: object): Promise<Hex> {
  const estimate = await call<Hex>('eth_estimateGas', transaction).catch((error: unknown) => {
    if (error instanceof RpcError && !error.isUnreachable && !error.needsKey) return undefined
    throw error
  })
  return toQuantity(estimate === undefined ? failingGas : (BigInt(estimate) * 12n) / 10n)
}

function problemOf(error: unknown, address: Hex): string {
  const reason =
    error instanceof RpcError && typeof error.data === 'string' ? revertReason(address, error.data) : ''
  return reason === '' ? messageOf(error) : `Reverted: ${reason}`
}
