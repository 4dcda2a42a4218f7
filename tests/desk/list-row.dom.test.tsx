import { screen } from '@testing-library/react'
import { useParams, useRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { renderRoutes } from '#tests/support/components/site-router.tsx'

function Pane() {
  return <h2>Reading {useParams().id}</h2>
}

function Rows() {
  return (
    <>
      <ListRow to="/first" isCurrent={false} title="First" />
      <ListRow to="/second" isCurrent={false} title="Second" />
      <Pane />
    </>
  )
}

/** Pages in one route of the router, as in the desk. */
function Pages() {
  return useRoutes([{ path: ':id', element: <Rows /> }])
}

test('A pressed list item opens before the next key press, so that nothing is typed into the previous one', () => {
  renderRoutes([{ path: '/*', element: <Pages /> }], '/first')
  // As in a browser: without `act`, so the click must render synchronously.
  const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  scope.IS_REACT_ACT_ENVIRONMENT = false
  try {
    screen.getByRole('link', { name: 'Second' }).click()
    expect(screen.getByRole('heading').textContent).toBe('Reading second')
  } finally {
    scope.IS_REACT_ACT_ENVIRONMENT = true
  }
})
