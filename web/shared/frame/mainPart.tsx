import type { ComponentChildren, ComponentType } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { Failure } from '../parts/notices.tsx'
import { type Route, route } from '../routing/route.ts'
import { connection } from '../rpc/connection.ts'

/** The part below the header; it shows when the node does not answer. */
export const MainPart = ({ children }: { readonly children: ComponentChildren }) => (
  <main id="main" tabIndex={-1}>
    {connection.state.value === 'lost' && (
      <p class="failure" role="alert">
        The node has not answered since {timeOfDay(connection.lostAtMs.value)}. This page keeps what it shows,
        tries again, and continues when the node is back.
      </p>
    )}
    {children}
  </main>
)

const timeOfDay = (ms: number): string => new Date(ms).toTimeString().slice(0, 8)

export type Page = ComponentType<{ readonly route: Route }>

interface RoutedPageProps {
  /** By the first part of their address. */
  readonly pages: Readonly<Record<string, Page>>
}

/** The page at the address, or why it cannot be shown. */
export function RoutedPage({ pages }: RoutedPageProps) {
  const [error] = useErrorBoundary()
  const Page = pages[route.value.page]
  if (error !== undefined) return <Failure error={error} />
  if (Page === undefined) {
    return (
      <p class="failure" role="alert">
        There is no page at this address. <a href="#/">Go to the first page</a>.
      </p>
    )
  }
  return <Page route={route.value} />
}
