import { useState } from 'preact/hooks'
import { decodeEvent } from '../../../shared/abi/contracts.ts'
import { knownItems } from '../../../shared/abi/knownItems.ts'
import { integerOf, toQuantity } from '../../../shared/format/quantity.ts'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { BlockLink, TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Log } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { bridge } from './bridgeReads.ts'

/** Blocks that are searched; about a day of a public network. */
const searched = 3_000n
const maximumShown = 50

/** Events of the Bridge that tell of peg-ins and peg-outs. */
const wanted = /^(lock_btc|pegin_btc|rejected_pegin|unrefundable_pegin|release_|pegout_|batch_pegout)/

const topics = () =>
  [...knownItems().events].flatMap(([topic, items]) =>
    items.some(({ name = '' }) => wanted.test(name)) ? [topic] : [],
  )

/** Recent peg-ins and peg-outs, newest first. */
export function PegEvents() {
  const [depth, setDepth] = useState(searched)
  const best = integerOf(head.value?.number)
  const from = best > depth ? best - depth : 0n
  const loaded = useLoaded(() => load(from), 'events', [head.value?.hash, depth])
  return (
    <Panel
      title="Recent peg-ins and peg-outs"
      aside={
        from > 0n && (
          <button type="button" onClick={() => setDepth(depth * 4n)}>
            Search before block {String(from)}
          </button>
        )
      }
    >
      <LoadedPart loaded={loaded} what="Searching the logs of the Bridge">
        {(logs) =>
          logs.length === 0 ? (
            <Empty>There are none since block {String(from)}.</Empty>
          ) : (
            <ol class="logs">
              {logs.map((log) => (
                <PegEvent key={`${log.blockNumber} ${log.logIndex}`} log={log} />
              ))}
            </ol>
          )
        }
      </LoadedPart>
    </Panel>
  )
}

async function load(from: bigint): Promise<readonly Log[]> {
  const filter = { address: bridge, fromBlock: toQuantity(from), toBlock: 'latest', topics: [topics()] }
  const logs = await call<readonly Log[]>('eth_getLogs', filter)
  return logs.slice(-maximumShown).reverse()
}

function PegEvent({ log }: { readonly log: Log }) {
  const decoded = decodeEvent(log.address, log.topics, log.data)
  return (
    <li>
      <header>
        <small>
          Block <BlockLink value={integerOf(log.blockNumber)} />,{' '}
          <TransactionLink value={log.transactionHash} />
        </small>
      </header>
      {decoded !== undefined && <DecodedCall decoded={decoded} />}
    </li>
  )
}
