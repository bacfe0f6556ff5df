import { LoadedPart } from '../../../shared/parts/notices.tsx'
import { goTo, route } from '../../../shared/routing/route.ts'
import type { Overview } from '../../admin/answers.ts'
import { usePolled } from '../../admin/polled.ts'
import { Choice } from '../../parts/choice.tsx'
import { NetworkPeers } from './networkPeers.tsx'

export function PeersPage() {
  const loaded = usePolled<Overview>('overview', 30)
  return (
    <>
      <h1>Peers</h1>
      <LoadedPart loaded={loaded}>
        {({ networks }) => <Chosen names={networks.map(({ name }) => name)} />}
      </LoadedPart>
    </>
  )
}

function Chosen({ names }: { readonly names: readonly string[] }) {
  const chosen = route.value.query.get('network') ?? names[0] ?? ''
  return (
    <>
      <div class="controls">
        <Choice
          label="Network"
          value={chosen}
          options={names.map((name) => ({ value: name, name }))}
          onChoose={(name) => goTo(`#/peers?network=${name}`)}
        />
      </div>
      <NetworkPeers key={chosen} network={chosen} />
    </>
  )
}
