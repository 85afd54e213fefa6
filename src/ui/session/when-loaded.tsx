/** Private pages that the server has loaded, or that the browser loads because the server could not. */
import { type ComponentType, useContext, useEffect } from 'react';
import { UNSAFE_DataRouterStateContext, useRevalidator } from 'react-router';
import { Loading } from '#ui/components/notice.tsx';
import { readPerson } from '#ui/session/session.ts';

type Loadable = { loaderData: object | undefined };
export type Loaded<Props extends Loadable> = Omit<Props, 'loaderData'> & {
  loaderData: NonNullable<Props['loaderData']>;
};

/** One for all parts of the page: a second would ask again what the first has asked for. */
let isLoading = false;

export function whenLoaded<Props extends Loadable>(Page: ComponentType<Loaded<Props>>) {
  return function LoadedPage(props: Props) {
    const { revalidate } = useRevalidator();
    const isInitialized = useContext(UNSAFE_DataRouterStateContext)?.initialized;
    const { loaderData } = props;
    useEffect(() => {
      // before, the router would ask the server for nothing, and miss its answer
      if (!isInitialized || isLoading || (loaderData && !isForSomebodyElse(loaderData))) return;
      isLoading = true;
      void revalidate().finally(() => {
        isLoading = false;
      });
    }, [loaderData, revalidate, isInitialized]);
    return loaderData ? <Page {...props} loaderData={loaderData} /> : <Loading />;
  };
}

/** The session's cookie and local storage may be of different people, or one of them may be missing. */
function isForSomebodyElse(loaderData: object): boolean {
  return 'visitor' in loaderData && loaderData.visitor !== readPerson()?.email;
}
