import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type RouteObject, Router, useLocation, useRoutes } from 'react-router-dom'
import { useLayoutEffectOn } from '#client/lib/use-effect-on.ts'
import type { PageView, SiteRouter } from './site-router.ts'

const ShownContext = createContext<PageView | undefined>(undefined)
const SiteRouterContext = createContext<SiteRouter | undefined>(undefined)

/** The page at the address of the document. */
export function SiteRoutes({ router }: { router: SiteRouter }) {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    // Back and Forward may have led to another page while this one was hydrated.
    setShown(router.shown)
    return router.listen(setShown)
  }, [router])
  useLayoutEffectOn(shown, () => router.confirmRendered(shown))
  const { location, action } = shown
  return (
    <SiteRouterContext value={router}>
      <ShownContext value={shown}>
        <Router location={location} navigationType={action} navigator={router.navigator}>
          <MatchedRoutes routes={router.routes} />
        </Router>
      </ShownContext>
    </SiteRouterContext>
  )
}

/** The routes that match, within any router. */
export function MatchedRoutes({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes)
}

/** A route whose code is loaded before its page is shown: `load` replaces `Component`. */
export function lazyRoute(
  path: string,
  load: () => Promise<{ Component: ComponentType }>,
): RouteObject {
  return { path, lazy: load, element: <NotLoaded /> }
}

function NotLoaded(): never {
  throw use(ShownContext)?.error
}

/** Scrolls to where the shown page should begin. Place it before the page, whose focus may scroll. */
export function ScrollRestoration() {
  const shown = use(ShownContext)
  useLayoutEffectOn(shown, () => {
    if (shown?.scrollTo === undefined) return
    const section = document.getElementById(decodeHash(shown.location.hash))
    if (typeof shown.scrollTo === 'number') scrollTo(0, shown.scrollTo)
    else if (section) section.scrollIntoView()
    else scrollTo(0, 0)
  })
  return null
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

interface RouteBoundaryProps {
  Failed: ComponentType<{ error: unknown }>
  children: ReactNode
}

/** Shows `Failed` in place of its children if one of them throws, until the next navigation. */
export function RouteBoundary(props: RouteBoundaryProps) {
  return <ErrorBoundary {...props} shown={use(ShownContext)} />
}

interface ErrorBoundaryProps extends RouteBoundaryProps {
  shown: PageView | undefined
}

class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override state: { failure?: { error: unknown }; shown?: PageView | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ shown }: ErrorBoundaryProps, state: ErrorBoundary['state']) {
    return state.shown === shown ? null : { shown, failure: undefined }
  }

  override render() {
    const { Failed, children } = this.props
    const { failure } = this.state
    return failure ? <Failed error={failure.error} /> : children
  }
}

/**
 * Asks before the page is left while `hasUnsaved`. `isAsking` is true while a navigation is held
 * back; `leave` lets it happen, `stay` gives it up.
 */
export function useUnsavedGuard(hasUnsaved: boolean) {
  const router = use(SiteRouterContext)
  const { pathname } = useLocation()
  const [held, setHeld] = useState<{ go: () => void }>()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!router || !hasUnsaved) return
    router.guard = (next, go) => {
      if (isLeaving.current || next === pathname) return false
      setHeld({ go })
      return true
    }
    return () => {
      router.guard = undefined
    }
  }, [router, hasUnsaved, pathname])
  const leave = () => {
    isLeaving.current = true
    held?.go()
  }
  return { isAsking: held !== undefined, leave, stay: () => setHeld(undefined) }
}
