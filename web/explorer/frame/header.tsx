import { Mark } from '../../shared/parts/icons.tsx'
import { route } from '../../shared/routing/route.ts'
import { connection } from '../../shared/rpc/connection.ts'
import { theme, toggleTheme } from '../../shared/theme/theme.ts'
import { isLocal, networkTitle } from '../network.ts'
import { SearchForm } from './searchForm.tsx'

const places = [
  { page: '', name: 'Home' },
  { page: 'blocks', name: 'Blocks' },
  { page: 'peg', name: 'Peg' },
] as const

export function Header() {
  return (
    <header class="top">
      <a class="brand" href="#/">
        <Mark />
        <span>
          <strong>Cambium</strong>
          <small>{networkTitle()}</small>
        </span>
      </a>
      <nav aria-label="Pages">
        {places.map(({ page, name }) => (
          <Place key={page} page={page} name={name} />
        ))}
        {isLocal() && <Place page="dev" name="Dev" />}
      </nav>
      <SearchForm />
      <span class={`connection ${connection.state.value}`} role="status">
        {stateNames[connection.state.value]}
      </span>
      <button type="button" class="quiet" onClick={toggleTheme} aria-label={`Colours: ${theme.value}`}>
        <span aria-hidden="true">{themeSigns[theme.value]}</span>
      </button>
    </header>
  )
}

const Place = ({ page, name }: { readonly page: string; readonly name: string }) => (
  <a href={`#/${page}`} aria-current={route.value.page === page ? 'page' : undefined}>
    {name}
  </a>
)

const stateNames = { connecting: 'connecting', live: 'live', polling: 'polling', lost: 'offline' }
const themeSigns = { system: '◐', light: '○', dark: '●' }
