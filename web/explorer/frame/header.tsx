import { Brand, Place, ThemeButton } from '../../shared/frame/headerParts.tsx'
import { connection } from '../../shared/rpc/connection.ts'
import { isLocal, networkTitle } from '../network.ts'
import { SearchForm } from './searchForm.tsx'

const places = [
  { page: '', name: 'Home' },
  { page: 'blocks', name: 'Blocks' },
  { page: 'pending', name: 'Pending' },
  { page: 'peg', name: 'Peg' },
] as const

const stateNames = { connecting: 'connecting', live: 'live', polling: 'polling', lost: 'offline' }

export const Header = () => (
  <header class="top">
    <Brand title={networkTitle()} />
    <nav aria-label="Pages">
      {places.map((place) => (
        <Place key={place.page} {...place} />
      ))}
      {isLocal() && <Place page="dev" name="Dev" />}
    </nav>
    <SearchForm />
    <span class={`connection ${connection.state.value}`} role="status">
      {stateNames[connection.state.value]}
    </span>
    <ThemeButton />
  </header>
)
