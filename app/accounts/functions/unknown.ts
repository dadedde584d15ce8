const respondNotFound = () =>
  Response.json({ error: "There is no such function; /functions/v1/openapi.json lists them" }, { status: 404 });

export const loader = respondNotFound;
export const action = respondNotFound;
