import { moment } from '../../../shared/format/time.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { Fact, Facts } from '../../../shared/parts/facts.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'
import { readBitcoinHeader } from './bitcoinHeader.ts'

/** The proof of work: the Bitcoin block that commits to this one. */
export function MergedMining({ block }: { readonly block: Block }) {
  const header = readBitcoinHeader(block.bitcoinMergedMiningHeader ?? '0x')
  return (
    <Facts>
      <Fact name="Hash for merged mining">
        <span class="hex">{block.hashForMergedMining ?? ''}</span>
      </Fact>
      {header !== undefined && (
        <>
          <Fact name="Bitcoin parent">
            <span class="hex">{header.parent}</span>
          </Fact>
          <Fact name="Bitcoin time">{moment(header.time)}</Fact>
          <Fact name="Bitcoin merkle root">
            <span class="hex">{header.merkleRoot}</span>
          </Fact>
          <Fact name="Version, bits, nonce">
            <span class="mono">
              {header.version}, {header.bits}, {header.nonce}
            </span>
          </Fact>
        </>
      )}
      <Fact name="Bitcoin header">
        <BytesText data={block.bitcoinMergedMiningHeader ?? '0x'} name="header" />
      </Fact>
      <Fact name="Coinbase transaction">
        <BytesText data={block.bitcoinMergedMiningCoinbaseTransaction ?? '0x'} name="coinbase transaction" />
      </Fact>
      <Fact name="Merkle proof">
        <BytesText data={block.bitcoinMergedMiningMerkleProof ?? '0x'} name="proof" />
      </Fact>
    </Facts>
  )
}
