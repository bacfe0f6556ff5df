import { bytesToHex } from '@noble/hashes/utils.js'
import { btc, grouped } from '../../../shared/format/quantity.ts'
import { moment } from '../../../shared/format/time.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import { HexText } from '../../../shared/parts/hexText.tsx'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { readBitcoinHeader } from './bitcoinHeader.ts'
import { type Coinbase, printable, readCoinbase } from './coinbase.ts'
import { bitcoinHash, proofChecks } from './proofOfWork.ts'

/** The proof of work: the Bitcoin block that commits to this one, checked here. */
export function MergedMining({ block }: { readonly block: Block }) {
  const bytes = block.bitcoinMergedMiningHeader ?? '0x'
  const header = readBitcoinHeader(bytes)
  const coinbase = readCoinbase(block.bitcoinMergedMiningCoinbaseTransaction ?? '0x')
  return (
    <>
      {header === undefined || coinbase === undefined ? (
        <Empty>
          The block has no Bitcoin coinbase to check: it is the first one, or a fallback key signed it.
        </Empty>
      ) : (
        <ul class="checks" aria-label="Checks of the proof of work">
          {proofChecks(block, coinbase).map(({ isMet, claim }) => (
            <li key={claim} class={isMet ? 'met' : undefined}>
              {!isMet && <strong>Not so: </strong>}
              {claim}
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <Fact name="Hash for merged mining">
          <HexText value={block.hashForMergedMining ?? '–'} name="hash for merged mining" />
        </Fact>
        {header !== undefined && (
          <>
            <Fact name="Bitcoin hash">
              <HexText value={bitcoinHash(bytes)} name="Bitcoin hash" />
            </Fact>
            <Fact name="Bitcoin parent">
              <HexText value={header.parent} name="Bitcoin parent" />
            </Fact>
            <Fact name="Bitcoin time">{moment(header.time)}</Fact>
            <Fact name="Bitcoin merkle root">
              <HexText value={header.merkleRoot} name="merkle root" />
            </Fact>
            <Fact name="Version, bits, nonce">
              <span class="mono">
                {header.version}, {header.bits}, {header.nonce}
              </span>
            </Fact>
          </>
        )}
        {coinbase !== undefined && <CoinbaseFacts coinbase={coinbase} />}
        <Fact name="Bitcoin header">
          <BytesText data={bytes} name="header" />
        </Fact>
        <Fact name="Merkle proof">
          <BytesText data={block.bitcoinMergedMiningMerkleProof ?? '0x'} name="proof" />
        </Fact>
      </Facts>
    </>
  )
}

const CoinbaseFacts = ({
  coinbase: { id, hiddenBytes, tail, tagged, outputs = [] },
}: {
  coinbase: Coinbase
}) => (
  <>
    <Fact name="Coinbase transaction">
      <HexText value={bytesToHex(id.toReversed())} name="id of the coinbase" />
    </Fact>
    <Fact name="Coinbase bytes">
      {grouped(hiddenBytes + tail.length / 2)}{' '}
      <small>of which the first {grouped(hiddenBytes)} are kept as a SHA-256 state</small>
    </Fact>
    <Fact name="Coinbase as text">
      <span class="mono">{printable(tail)}</span>
    </Fact>
    {tagged !== undefined && (
      <Fact name="Named after RSKBLOCK:">
        <span class="hex">0x{tagged}</span>
      </Fact>
    )}
    {outputs.map(({ satoshi, script, note }, index) => (
      <Fact key={`${index} ${script}`} name={`Output ${index + 1} after the tag`}>
        {btc(satoshi)} to <span class="hex">{note ?? script}</span>
      </Fact>
    ))}
    <Fact name="Coinbase after the cut">
      <BytesText data={`0x${tail}`} name="coinbase" />
    </Fact>
  </>
)
