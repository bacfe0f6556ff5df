import { decodeInput } from '../../../shared/abi/contracts.ts'
import { revertReason } from '../../../shared/abi/revertReason.ts'
import { gasPrice, grouped, integerOf, percent, rbtc } from '../../../shared/format/quantity.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import type { Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { TypedFacts } from './typedFacts.tsx'

interface TransactionFactsProps {
  readonly transaction: Transaction
  readonly receipt: Receipt | undefined
}

export function TransactionFacts({ transaction, receipt }: TransactionFactsProps) {
  const { hash, to, gas, input } = transaction
  const data = input ?? '0x'
  const decoded = to === null ? undefined : decodeInput(to, data)
  const price = integerOf(receipt?.effectiveGasPrice ?? transaction.gasPrice)
  const used = integerOf(receipt?.gasUsed)
  return (
    <Facts>
      <Fact name="Hash">
        <span class="hex">{hash}</span>
        <CopyButton text={hash} name="hash" />
      </Fact>
      <Fact name="Outcome">
        <Outcome transaction={transaction} receipt={receipt} />
      </Fact>
      <Fact name="Block">
        {transaction.blockNumber === null ? 'pending' : <BlockPlace transaction={transaction} />}
      </Fact>
      <Fact name="From">
        <AddressLink value={transaction.from} whole />
      </Fact>
      <Fact name={to === null ? 'Creates' : 'To'}>
        {to !== null ? (
          <AddressLink value={to} whole />
        ) : receipt?.contractAddress ? (
          <AddressLink value={receipt.contractAddress} whole />
        ) : (
          'a contract'
        )}
      </Fact>
      <Fact name="Value">{rbtc(integerOf(transaction.value))}</Fact>
      {receipt !== undefined && <Fact name="Fee">{rbtc(used * price)}</Fact>}
      <Fact name="Gas">
        {receipt !== undefined && `${grouped(used)} of `}
        {grouped(integerOf(gas))} {receipt !== undefined && <small>{percent(used, integerOf(gas))}</small>}
      </Fact>
      <Fact name="Gas price">{gasPrice(price)}</Fact>
      <TypedFacts transaction={transaction} />
      <Fact name="Nonce">{String(integerOf(transaction.nonce))}</Fact>
      {decoded !== undefined && (
        <Fact name="Call">
          <DecodedCall decoded={decoded} />
        </Fact>
      )}
      <Fact name="Input">
        <BytesText data={data} name="input" />
      </Fact>
    </Facts>
  )
}

function BlockPlace({
  transaction: { blockNumber, transactionIndex },
}: Pick<TransactionFactsProps, 'transaction'>) {
  const number = integerOf(blockNumber)
  const confirmations = integerOf(head.value?.number) - number + 1n
  return (
    <>
      <BlockLink value={number} /> <small>at position {String(integerOf(transactionIndex))}, </small>
      <small>
        {grouped(confirmations > 0n ? confirmations : 0n)} confirmation{confirmations === 1n ? '' : 's'}
      </small>
    </>
  )
}

function Outcome({ transaction, receipt }: TransactionFactsProps) {
  if (receipt === undefined) return <span class="badge">pending</span>
  if (integerOf(receipt.status) !== 0n) return <span class="badge good">success</span>
  return <Failed transaction={transaction} />
}

/** The reason is not in the receipt: the node executes the transaction again. */
function Failed({ transaction: { hash, to } }: Pick<TransactionFactsProps, 'transaction'>) {
  const { value } = useLoaded(
    () => call<string | null>('ots_getTransactionError', hash).catch(() => null),
    `error ${hash}`,
  )
  const reason = revertReason(to, value ?? undefined)
  return (
    <>
      <span class="badge bad">failed</span> {reason !== '' && <strong class="reason">{reason}</strong>}
    </>
  )
}
