import { createContext, use } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'

/**
 * `navigate` of the route that has all pages of the desk. Below `useRoutes`, `useNavigate` returns
 * one that ignores `flushSync`.
 */
export const DeskNavigateContext = createContext<NavigateFunction | undefined>(undefined)

/**
 * Navigates within a page of the desk before the next key press. The router's default is a
 * transition: until it ends, what is typed goes to what was open before.
 */
export function useNavigateAtOnce(): (path: string, options?: { replace?: boolean }) => void {
  const own = useNavigate()
  const navigate = use(DeskNavigateContext) ?? own
  return (path, { replace = false } = {}) =>
    void navigate(path, { replace, preventScrollReset: true, flushSync: true })
}
