import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure, Waiting } from '../shared/parts/notices.tsx'
import type { Route } from '../shared/routing/route.ts'

export type Page = ComponentType<{ readonly route: Route }>

/** A page whose code is loaded when it is first shown. */
export function lazyPage(load: () => Promise<Page>): Page {
  let loaded: Page | undefined
  return function LazyPage({ route }) {
    const [problem, setProblem] = useState<unknown>()
    const [, setLoaded] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then((page) => {
        loaded = page
        setLoaded(true)
      }, setProblem)
    }, [])
    if (problem !== undefined) return <Failure error={problem} />
    return loaded === undefined ? <Waiting /> : <Loaded page={loaded} route={route} />
  }
}

const Loaded = ({ page: Shown, route }: { page: Page; route: Route }) => <Shown route={route} />
