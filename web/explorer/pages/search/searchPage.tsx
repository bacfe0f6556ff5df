import { soughtBy } from '../../../shared/format/search.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Route } from '../../../shared/routing/route.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { network } from '../../network.ts'
import { findTargets } from '../../search/findTargets.ts'

const maximumLength = 100

/** The results of a search, or where it looked without finding any. */
export function SearchPage({ route: { parts } }: { readonly route: Route }) {
  const text = (parts[0] ?? '').slice(0, maximumLength)
  const sought = soughtBy(text, network.value?.chainId ?? 30)
  const loaded = useLoaded(() => findTargets(sought), `search ${text}`, [head.value?.hash])
  return (
    <>
      <h1>Search for {text === '' ? 'nothing' : text}</h1>
      {sought.kind === 'nothing' ? (
        <Empty>{sought.problem}</Empty>
      ) : (
        <LoadedPart loaded={loaded} what="Searching">
          {({ targets, looked }) =>
            targets.length === 0 ? (
              <Empty>
                Nothing with this {sought.kind === 'hash' ? 'hash' : 'name'} was found. The search looked in{' '}
                {looked}.
              </Empty>
            ) : (
              <section class="panel">
                <ul class="feed">
                  {targets.map(({ link, title }) => (
                    <li key={link + title}>
                      <a class="hex" href={link}>
                        {title}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            )
          }
        </LoadedPart>
      )}
    </>
  )
}
