import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Failure } from '../shared/parts/notices.tsx'
import { followAddress, route } from '../shared/routing/route.ts'
import { connection } from '../shared/rpc/connection.ts'
import { isRefused, token } from './admin/token.ts'
import { Header } from './frame/header.tsx'
import { TokenForm } from './frame/tokenForm.tsx'
import { KeysPage } from './pages/keys/keysPage.tsx'
import { OverviewPage } from './pages/overview/overviewPage.tsx'
import { PeersPage } from './pages/peers/peersPage.tsx'
import { TrafficPage } from './pages/traffic/trafficPage.tsx'
import { UsagePage } from './pages/usage/usagePage.tsx'

const pages: Readonly<Record<string, () => preact.JSX.Element>> = {
  '': OverviewPage,
  traffic: TrafficPage,
  keys: KeysPage,
  usage: UsagePage,
  peers: PeersPage,
}

export function App() {
  useEffect(followAddress, [])
  const needsToken = token.value === '' || isRefused.value
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        {connection.state.value === 'lost' && (
          <p class="failure" role="alert">
            The node does not answer. This page tries again and goes on when it does.
          </p>
        )}
        {needsToken ? <TokenForm /> : <Content key={route.value.page} />}
      </main>
    </>
  )
}

function Content() {
  const [error] = useErrorBoundary()
  const Page = pages[route.value.page]
  if (error !== undefined) return <Failure error={error} />
  if (Page === undefined) {
    return (
      <p class="failure" role="alert">
        There is no page at this address. <a href="#/">Go to the overview</a>.
      </p>
    )
  }
  return <Page />
}
