import { useEffect } from 'preact/hooks'
import { MainPart, type Page, RoutedPage } from '../shared/frame/mainPart.tsx'
import { followAddress, route } from '../shared/routing/route.ts'
import { isRefused, token } from './admin/token.ts'
import { Header } from './frame/header.tsx'
import { TokenForm } from './frame/tokenForm.tsx'
import { KeysPage } from './pages/keys/keysPage.tsx'
import { OverviewPage } from './pages/overview/overviewPage.tsx'
import { PeersPage } from './pages/peers/peersPage.tsx'
import { TrafficPage } from './pages/traffic/trafficPage.tsx'
import { UsagePage } from './pages/usage/usagePage.tsx'

const pages: Readonly<Record<string, Page>> = {
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
      <MainPart>{needsToken ? <TokenForm /> : <RoutedPage key={route.value.page} pages={pages} />}</MainPart>
    </>
  )
}
