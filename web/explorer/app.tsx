import { useEffect } from 'preact/hooks'
import { MainPart, type Page, RoutedPage } from '../shared/frame/mainPart.tsx'
import { followAddress, route } from '../shared/routing/route.ts'
import { apiKey } from '../shared/rpc/apiKey.ts'
import { connection } from '../shared/rpc/connection.ts'
import { followHeads, needsKey } from '../shared/rpc/heads.ts'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { KeyForm } from './frame/keyForm.tsx'
import { loadNetwork, network, networkTitle } from './network.ts'

/** `pages` are by the first part of their address. */
export function App({ pages }: { readonly pages: Readonly<Record<string, Page>> }) {
  useEffect(() => {
    followAddress()
    followHeads()
  }, [])
  const { epoch } = connection
  // A key, or a node that comes back, may answer differently.
  useEffect(() => {
    loadNetwork().catch(() => {})
  }, [epoch.value, apiKey.value])
  useEffect(() => {
    document.title = `${titleOf(route.value.page, route.value.parts)} · ${networkTitle()}`
  }, [route.value, network.value])
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the content
      </button>
      <Header />
      <MainPart>
        {needsKey.value ? (
          <KeyForm />
        ) : (
          <RoutedPage key={route.value.page + route.value.parts.join('/')} pages={pages} />
        )}
      </MainPart>
      <Footer />
    </>
  )
}

/** The fragment is the address of a page, so a link to an element cannot use it. */
function focusMain(): void {
  document.getElementById('main')?.focus()
}

const titles: Readonly<Record<string, string>> = {
  '': 'Home',
  blocks: 'Blocks',
  pending: 'Pending transactions',
  search: 'Search for',
  block: 'Block',
  tx: 'Transaction',
  address: 'Account',
  peg: 'Peg',
  dev: 'Development',
}

const titleOf = (page: string, [first = '']: readonly string[]): string =>
  `${titles[page] ?? 'Unknown page'} ${first.slice(0, 12)}`.trim()
