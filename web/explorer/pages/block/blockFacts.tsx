import { textOf } from '../../../shared/abi/decode.ts'
import { gasPrice, grouped, integerOf, numberOf, percent, scaled } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Rbtc } from '../../../shared/parts/amount.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { HexText } from '../../../shared/parts/hexText.tsx'
import { AddressLink, BlockLink } from '../../../shared/parts/links.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'

export const BlockFacts = ({ block }: { readonly block: Block }) => (
  <Facts>
    <Fact name="Hash">
      <HexText value={block.hash} name="hash" />
    </Fact>
    <Fact name="Parent">
      <BlockLink value={block.parentHash} />
    </Fact>
    <Fact name="Time">
      {moment(numberOf(block.timestamp))}{' '}
      <small>
        <Age timestamp={numberOf(block.timestamp)} />
      </small>
    </Fact>
    <Fact name="Miner">
      <AddressLink value={block.miner} whole />
    </Fact>
    <Fact name="Gas used">
      <meter
        aria-label="Share of the gas limit"
        max={numberOf(block.gasLimit)}
        value={numberOf(block.gasUsed)}
      />{' '}
      {percent(integerOf(block.gasUsed), integerOf(block.gasLimit))}{' '}
      <small>
        {grouped(integerOf(block.gasUsed))} of {grouped(integerOf(block.gasLimit))}
      </small>
    </Fact>
    <Fact name="Minimum gas price">{gasPrice(integerOf(block.minimumGasPrice))}</Fact>
    <Fact name="Fees paid">
      <Rbtc wei={integerOf(block.paidFees)} copies />
    </Fact>
    <Fact name="Size">{scaled(numberOf(block.size), 'B')}</Fact>
    <Fact name="Difficulty">{scaled(numberOf(block.difficulty), '')}</Fact>
    <Fact name="Difficulty with uncles">{scaled(numberOf(block.cumulativeDifficulty), '')}</Fact>
    <Fact name="Total difficulty">{scaled(numberOf(block.totalDifficulty), '')}</Fact>
    <Fact name="Extra data">
      <span class="mono">{textOf(block.extraData.slice(2)) || 'empty'}</span>
    </Fact>
    <Fact name="State root">
      <HexText value={block.stateRoot} name="state root" />
    </Fact>
    <Fact name="Transactions root">
      <HexText value={block.transactionsRoot} name="transactions root" />
    </Fact>
    <Fact name="Receipts root">
      <HexText value={block.receiptsRoot} name="receipts root" />
    </Fact>
  </Facts>
)
