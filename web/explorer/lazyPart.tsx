import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure, Waiting } from '../shared/parts/notices.tsx'

/** A part of a page whose code is loaded when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [problem, setProblem] = useState<unknown>()
    const [, setLoaded] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then((part) => {
        loaded = part
        setLoaded(true)
      }, setProblem)
    }, [])
    if (problem !== undefined) return <Failure error={problem} />
    const Part = loaded
    return Part === undefined ? <Waiting /> : <Part {...props} />
  }
}
