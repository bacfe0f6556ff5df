import { useEffect, useRef, useState } from 'preact/hooks'
import { soughtBy } from '../../shared/format/search.ts'
import { goTo, linkTo, route } from '../../shared/routing/route.ts'
import { messageOf } from '../../shared/rpc/rpcError.ts'
import { network } from '../network.ts'
import { findTargets } from '../search/findTargets.ts'

/** Finds blocks, transactions, addresses and names on both chains. The key / leads to it. */
export function SearchForm() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', follow)
    // On a phone the keyboard would cover the page.
    if (route.peek().page === '' && matchMedia('(hover: hover)').matches) input.current?.focus()
    return () => removeEventListener('keydown', follow)
  }, [])
  const search = async (event: Event) => {
    event.preventDefault()
    try {
      const link = await linkFor(text)
      setProblem('')
      setText('')
      goTo(link)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <search class="finder">
      <form onSubmit={search}>
        <input
          ref={input}
          type="search"
          aria-label="Search by block, hash, address or name"
          aria-describedby="search-problem"
          aria-keyshortcuts="/"
          placeholder="Block, hash, address or name"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setProblem('')
          }}
        />
      </form>
      <p id="search-problem" role="alert">
        {problem}
      </p>
    </search>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

/** The page of the only target, else the page that lists them or says where the search looked. */
async function linkFor(text: string): Promise<string> {
  const sought = soughtBy(text, network.value?.chainId ?? 30)
  if (sought.kind === 'nothing') throw new Error(sought.problem)
  const { targets } = await findTargets(sought)
  return targets.length === 1 && targets[0] !== undefined ? targets[0].link : linkTo('search', text.trim())
}
