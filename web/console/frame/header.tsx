import { Mark } from '../../shared/parts/icons.tsx'
import { route } from '../../shared/routing/route.ts'
import { theme, toggleTheme } from '../../shared/theme/theme.ts'
import { setToken, token } from '../admin/token.ts'

const places = [
  { page: '', name: 'Overview' },
  { page: 'traffic', name: 'Traffic' },
  { page: 'keys', name: 'Keys' },
  { page: 'usage', name: 'Usage' },
  { page: 'peers', name: 'Peers' },
] as const

export const Header = () => (
  <header class="top">
    <a class="brand" href="#/">
      <Mark />
      <span>
        <strong>Cambium</strong>
        <small>Console</small>
      </span>
    </a>
    <nav aria-label="Pages">
      {places.map(({ page, name }) => (
        <a key={page} href={`#/${page}`} aria-current={route.value.page === page ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
    <button type="button" class="quiet at-end" onClick={toggleTheme} aria-label={`Colours: ${theme.value}`}>
      <span aria-hidden="true">◐</span>
    </button>
    {token.value !== '' && (
      <button type="button" class="quiet" onClick={() => setToken('')}>
        Log out
      </button>
    )}
  </header>
)
