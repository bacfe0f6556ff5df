import { btc, grouped, integerOf, percent } from '../../../shared/format/quantity.ts'
import { duration, moment } from '../../../shared/format/time.ts'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Fact, Facts, Figure, Panel } from '../../../shared/parts/facts.tsx'
import { AddressLink, BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { linkTo, type Route } from '../../../shared/routing/route.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { bridge } from '../../../shared/sentence/bridgeDeed.ts'
import { now } from '../../../shared/time/now.ts'
import { readBitcoinHeader } from '../block/bitcoinHeader.ts'
import { type BridgeFacts, readBridge, readMembers } from './bridgeReads.ts'
import { PegList } from './pegList.tsx'

/** The Bridge by its read methods, and peg-ins and peg-outs by its logs: all, or those of one id or Bitcoin address. */
export function PegPage({ route: { parts } }: { readonly route: Route }) {
  const [text = ''] = parts
  const wanted = /^(0x)?[0-9a-f]{64}$/i.test(text) ? text.replace(/^0x/, '').toLowerCase() : text
  const loaded = useLoaded(readBridge, 'bridge', [head.value?.hash])
  return (
    <>
      <div class="title">
        <h1>Peg with Bitcoin</h1>
        {wanted === '' ? (
          <AddressLink value={bridge} label="Contract of the Bridge" />
        ) : (
          <a href={linkTo('peg')}>All peg-ins and peg-outs</a>
        )}
      </div>
      <LoadedPart loaded={loaded} what="Asking the Bridge">
        {(facts) => (
          <>
            {wanted === '' && <PegFigures facts={facts} />}
            <PegList facts={facts} wanted={wanted} />
            {wanted === '' && (
              <>
                <Federation facts={facts} />
                <Waiting facts={facts} />
              </>
            )}
          </>
        )}
      </LoadedPart>
    </>
  )
}

const shown = (value: bigint | undefined, write: (value: bigint) => string): string =>
  value === undefined || value < 0n ? '–' : write(value)

function PegFigures({ facts }: { readonly facts: BridgeFacts }) {
  const header = readBitcoinHeader(facts.bitcoinHeader ?? '0x')
  const age = header === undefined ? undefined : `${duration(now.value / 1000 - header.time)} old`
  return (
    <dl class="figures">
      <Figure name="Bitcoin chain head" {...(age !== undefined && { note: age })}>
        {shown(facts.bitcoinHeight, grouped)}
      </Figure>
      <Figure name="Locking cap">{shown(facts.lockingCap, btc)}</Figure>
      <Figure name="Minimum peg-in">{shown(facts.minimumPegIn, btc)}</Figure>
      <Figure name="Fee per kB">{shown(facts.feePerKilobyte, btc)}</Figure>
      <Figure name="Queued peg-outs" note={`next at block ${shown(facts.nextPegOutBlock, grouped)}`}>
        {shown(facts.queuedPegOuts, grouped)}
      </Figure>
      <Figure name="Fees of the next peg-outs">{shown(facts.pegOutFees, btc)}</Figure>
    </dl>
  )
}

function Federation({ facts }: { readonly facts: BridgeFacts }) {
  const { federationAddress, federationSize, federationThreshold, federationBlock, bitcoinHeader } = facts
  const header = readBitcoinHeader(bitcoinHeader ?? '0x')
  return (
    <Panel title="Federation">
      <Facts>
        <Fact name="Address on Bitcoin">
          <span class="hex">{federationAddress ?? '–'}</span>
          {federationAddress !== undefined && <CopyButton text={federationAddress} name="address" />}
        </Fact>
        <Fact name="Signatures needed">
          {shown(federationThreshold, grouped)} of {shown(federationSize, grouped)}
          {federationSize !== undefined && federationThreshold !== undefined && federationSize > 0n && (
            <small> {percent(federationThreshold, federationSize)}</small>
          )}
        </Fact>
        <Fact name="Created at block">
          {federationBlock === undefined ? '–' : <BlockLink value={federationBlock} />}
        </Fact>
        {facts.retiringAddress ? (
          <Fact name="Retiring federation">
            <span class="hex">{facts.retiringAddress}</span>
          </Fact>
        ) : null}
        {facts.proposedAddress ? (
          <Fact name="Proposed federation">
            <span class="hex">{facts.proposedAddress}</span>
          </Fact>
        ) : null}
        {header !== undefined && <Fact name="Time of the Bitcoin head">{moment(header.time)}</Fact>}
      </Facts>
      {federationSize !== undefined && federationSize > 0n && <Members size={federationSize} />}
    </Panel>
  )
}

function Members({ size }: { readonly size: bigint }) {
  const { value = [] } = useLoaded(() => readMembers(size), `members ${size}`, [
    integerOf(head.value?.number) / 50n,
  ])
  return (
    <details>
      <summary>Keys of the members on Bitcoin</summary>
      <ol class="words">
        {value.map((key, index) => (
          <li key={key}>
            <span>{index}</span> <code>{key}</code>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Waiting({ facts: { state } }: { readonly facts: BridgeFacts }) {
  const hashes = Object.keys(state?.rskTxsWaitingForSignatures ?? {})
  return (
    <Panel title="Peg-outs that wait for signatures">
      {hashes.length === 0 ? (
        <Empty>None waits.</Empty>
      ) : (
        <ul class="values">
          {hashes.slice(0, 100).map((hash) => (
            <li key={hash}>
              <TransactionLink value={hash.startsWith('0x') ? hash : `0x${hash}`} whole />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
