import { useState } from 'preact/hooks'
import { Panel } from '../../../shared/parts/facts.tsx'
import { Empty, Failure, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { now } from '../../../shared/time/now.ts'
import { callNetwork } from '../../admin/adminClient.ts'
import { BanForm } from './banForm.tsx'
import { type Standing, StandingTable } from './standingTable.tsx'

const askedEverySeconds = 10

/** The connected peers of a network, the standing of peers and addresses, and the bans. */
export function NetworkPeers({ network }: { readonly network: string }) {
  const [changes, setChanges] = useState(0)
  const [problem, setProblem] = useState<unknown>()
  const turn = Math.floor(now.value / 1000 / askedEverySeconds)
  const loaded = useLoaded(() => askPeers(network), network, [turn, changes])
  const change = (method: string, address: string): void => {
    callNetwork(network, method, address)
      .then(() => setProblem(undefined), setProblem)
      .finally(() => setChanges((before) => before + 1))
  }
  return (
    <>
      {problem !== undefined && <Failure error={problem} />}
      <LoadedPart loaded={loaded}>
        {({ connected, standings, banned }) => (
          <>
            <Panel title={`Connected: ${connected.length}`}>
              {connected.length === 0 ? (
                <Empty>No peers are connected.</Empty>
              ) : (
                <ul class="mono">
                  {connected.map((peer) => (
                    <li key={peer}>{peer}</li>
                  ))}
                </ul>
              )}
            </Panel>
            <Panel title="Standing of nodes and addresses">
              <StandingTable
                standings={standings}
                onForget={(name) => change('sco_clearPeerScoring', name)}
              />
            </Panel>
            <Panel title="Bans">
              <BanForm
                banned={banned}
                onBan={(address) => change('sco_banAddress', address)}
                onLift={(address) => change('sco_unbanAddress', address)}
              />
            </Panel>
          </>
        )}
      </LoadedPart>
    </>
  )
}

async function askPeers(network: string) {
  const [connected, standings, banned] = await Promise.all([
    callNetwork<readonly string[]>(network, 'net_peerList'),
    callNetwork<readonly Standing[]>(network, 'sco_peerList'),
    callNetwork<readonly string[]>(network, 'sco_bannedAddresses'),
  ])
  return { connected, standings, banned }
}
