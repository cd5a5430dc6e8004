"""The director's console, `/direct/<event>/`: thin views over services and `queries.hall`."""
