-- A part that stood twice and was taken off sale: the page of this one leads to the other.

alter table parts add column same_as integer; -- its number
