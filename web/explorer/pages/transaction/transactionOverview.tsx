import { decodeInput, nameOf } from '../../../shared/abi/contracts.ts'
import { counted, gasPrice, grouped, integerOf, numberOf, percent } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { HexText } from '../../../shared/parts/hexText.tsx'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { BalanceChanges } from './balanceChanges.tsx'
import { FailurePlaceText, type FoundFailure } from './failure.tsx'
import type { ShownTransaction } from './findTransaction.ts'
import { TokenTransfers } from './tokenTransfers.tsx'
import { TypedFacts } from './typedFacts.tsx'

interface OverviewProps extends ShownTransaction {
  readonly failure: FoundFailure | undefined
}

export function TransactionOverview({ transaction, receipt, block, failure }: OverviewProps) {
  const { hash, to, gas, input } = transaction
  const data = input ?? '0x'
  const decoded = to === null ? undefined : decodeInput(to, data)
  const price = integerOf(receipt?.effectiveGasPrice ?? transaction.gasPrice)
  const used = integerOf(receipt?.gasUsed)
  const receiver = to ?? receipt?.contractAddress ?? undefined
  return (
    <>
      <Facts>
        {failure !== undefined && (
          <Fact name="Failed">
            {failure.reason === '' ? 'without a reason' : <strong class="reason">{failure.reason}</strong>}{' '}
            {failure.place !== undefined && <FailurePlaceText place={failure.place} />}
          </Fact>
        )}
        <Fact name="Hash">
          <HexText value={hash} name="hash" />
        </Fact>
        {block !== undefined && (
          <Fact name="Time">
            {moment(numberOf(block.timestamp))}{' '}
            <small>
              <Age timestamp={numberOf(block.timestamp)} />
            </small>
          </Fact>
        )}
        <Fact name="Block">
          {transaction.blockNumber === null ? 'pending' : <BlockPlace {...transaction} />}
        </Fact>
        <Fact name="From">
          <Party address={transaction.from} />
        </Fact>
        <Fact name={to === null ? 'Creates' : 'To'}>
          {receiver === undefined ? 'a contract' : <Party address={receiver} />}
        </Fact>
        <Fact name="Value">
          <Rbtc wei={integerOf(transaction.value)} copies />
        </Fact>
        <Fact name={receipt === undefined ? 'Fee, at most' : 'Fee'}>
          <Rbtc wei={(receipt === undefined ? integerOf(gas) : used) * price} copies />{' '}
          <small>
            {grouped(receipt === undefined ? integerOf(gas) : used)} gas × {gasPrice(price)}
          </small>
        </Fact>
        <Fact name="Gas">
          {receipt !== undefined && `${grouped(used)} of `}
          {grouped(integerOf(gas))} {receipt !== undefined && <small>{percent(used, integerOf(gas))}</small>}
        </Fact>
        <TypedFacts transaction={transaction} />
        <Fact name="Nonce">{grouped(integerOf(transaction.nonce))}</Fact>
        {decoded !== undefined && (
          <Fact name="Call">
            <DecodedCall decoded={decoded} />
          </Fact>
        )}
        <Fact name="Input">
          <BytesText data={data} name="input" />
        </Fact>
      </Facts>
      {receipt !== undefined && <TokenTransfers logs={receipt.logs} />}
      {receipt !== undefined && <BalanceChanges hash={hash} />}
    </>
  )
}

function Party({ address }: { readonly address: Hex }) {
  const name = nameOf(address)
  return (
    <>
      {name !== undefined && <strong>{name} </strong>}
      <AddressLink value={address} whole />
    </>
  )
}

function BlockPlace({
  blockNumber,
  transactionIndex,
}: {
  blockNumber: Hex | null
  transactionIndex: Hex | null
}) {
  const number = integerOf(blockNumber)
  const confirmations = integerOf(head.value?.number) - number + 1n
  return (
    <>
      <BlockLink value={number} /> <small>at position {String(integerOf(transactionIndex))}, </small>
      <small>{counted(confirmations > 0n ? confirmations : 0n, 'confirmation')}</small>
    </>
  )
}
