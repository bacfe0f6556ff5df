import { useEffect } from 'preact/hooks'
import guestbook from '../../examples/playground/Guestbook.json'
import { DeployForm } from '../explorer/pages/contract/deployForm.tsx'
import { PegIn } from '../explorer/pages/dev/pegIn.tsx'
import { LatestBlocks } from '../explorer/pages/home/latestBlocks.tsx'
import { LatestTransactions } from '../explorer/pages/home/latestTransactions.tsx'
import { loadRecentBlocks } from '../explorer/pages/home/recentBlocks.ts'
import { knownContracts } from '../shared/abi/contracts.ts'
import { shortened } from '../shared/format/text.ts'
import { Panel } from '../shared/parts/facts.tsx'
import { Empty } from '../shared/parts/notices.tsx'
import { linkTo } from '../shared/routing/route.ts'
import { head } from '../shared/rpc/heads.ts'

const example = { text: JSON.stringify(guestbook), name: guestbook.contractName }

/** The first page: what to do with a chain in this tab. */
export function PlaygroundPage() {
  const newest = head.value
  useEffect(() => {
    if (newest !== undefined) loadRecentBlocks(newest).catch(() => {})
  }, [newest])
  return (
    <>
      <h1>A chain in this tab</h1>
      <p>
        A whole Rootstock chain runs in this page, with funded accounts and a simulated Bitcoin beside it.
        Nothing is sent anywhere, and the chain ends with the tab. <a href="#/dev">Dev</a> has its clock,
        blocks, snapshots and accounts.
      </p>
      <Panel title="Deploy a contract">
        <DeployForm example={example} />
      </Panel>
      <Panel title="Call it">
        <Contracts />
      </Panel>
      <Panel title="Peg in" aside={<a href="#/peg">All pegs</a>}>
        <p>
          Pays bitcoins to the federation; once Bitcoin has confirmed the payment, the Bridge pays the
          receiver. Both chains mine by themselves while it waits.
        </p>
        <PegIn />
      </Panel>
      <div class="feeds">
        <LatestBlocks />
        <LatestTransactions />
      </div>
    </>
  )
}

/** Links to the functions of the contracts that were deployed here. */
function Contracts() {
  const contracts = [...knownContracts()]
  if (contracts.length === 0) return <Empty>Deployed contracts have their functions here.</Empty>
  return (
    <ul>
      {contracts.map(([address, { artifact }]) => (
        <li key={address}>
          <a href={`${linkTo('address', address)}?tab=contract`}>
            {artifact.name} at {shortened(address)}
          </a>
        </li>
      ))}
    </ul>
  )
}
